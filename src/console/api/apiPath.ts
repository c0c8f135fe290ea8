/** Every call is `POST` of a JSON object to this path and its name. */
export const consoleApiPath = '/console/api'

/** Downloads of whole lists as CSV: `GET` with the input of the call in the query. */
export const exportPath = '/console/export'
