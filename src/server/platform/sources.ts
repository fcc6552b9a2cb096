/** Milliseconds since the epoch; a parameter, so that tests can move it. */
export type Clock = () => number

/** As many unpredictable bytes as are asked for. */
export type RandomBytes = (size: number) => Uint8Array
