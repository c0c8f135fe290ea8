/** Whether the browser says that it can run Java; one that no longer has the question cannot. */
export const hasJava = (): boolean => typeof navigator.javaEnabled === 'function' && navigator.javaEnabled()
