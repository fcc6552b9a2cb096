/** Milliseconds since the epoch; a parameter, so that tests can move it. */
export type Clock = () => number

/** Returns the given number of unpredictable bytes. */
export type RandomBytes = (size: number) => Uint8Array
