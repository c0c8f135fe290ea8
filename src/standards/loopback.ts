/** Whether a host, as URLs and Host headers write it without its port, can only mean the machine itself. */
export const isLoopbackHost = (host: string): boolean =>
  host === 'localhost' || host === '[::1]' || loopbackForm.test(host)

const loopbackForm = /^127(?:\.(?:25[0-5]|2[0-4][0-9]|1?[0-9]{1,2})){3}$/
