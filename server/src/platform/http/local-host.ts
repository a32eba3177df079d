const localHost = /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/

/** Whether the host of a URL is this machine. */
export const isLocalHost = (hostname: string): boolean => localHost.test(hostname)
