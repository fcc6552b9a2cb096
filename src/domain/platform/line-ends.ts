/**
 * Returns a text with one line feed at each line's end, as it is stored: forms send CR LF, JSON and XML LF, and some
 * programs write CR or CR CR LF.
 */
export const withLineFeeds = (text: string): string =>
  text.replaceAll(/\r+\n?/g, (ends) => (ends.endsWith('\n') ? '\n' : '\n'.repeat(ends.length)))
