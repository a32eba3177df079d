/** Home of a JDK that is new enough; null if there is none. */
export function findJavaHome(): Promise<string | null>
