/**
 * Returns a text of a directory or a provider on one line, cut to a length in characters; empty for anything else. It loses the
 * characters that nobody sees, halves of surrogate pairs and those that turn the direction of a line (CVE-2021-42574): an
 * administrator reads it and decides.
 */
export const shownLine = (value: unknown, longest: number): string =>
  typeof value === 'string'
    ? Array.from(
        value
          .replace(/[\p{Cf}\p{Co}\p{Default_Ignorable_Code_Point}]+/gu, '')
          .replace(/[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\s]+/gu, ' ')
          .trim(),
      )
        .slice(0, longest)
        .join('')
    : ''
