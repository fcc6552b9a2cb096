import { importLimits } from '#domain/platform/limits.ts'

/** The first line of a usual file. */
export const header = 'Nom;Identifiant;Mot de passe;Adresse;Description;OTP;Dossier\n'

/** Returns CSV files of the shapes that make naive parsers slow. @param size in bytes; with the header, the largest file */
export function slowCsvFiles(size: number = importLimits.csvBytes - header.length): string[] {
  const shapes = [
    '"'.repeat(size),
    '""'.repeat(size / 2),
    '\\"'.repeat(size / 2),
    "'".repeat(size),
    ...[';', ',', '\t', '|', '\n', '\r', ' ', '/', '\\', '=', 'é', '\u200b'].map((one) =>
      one.repeat(size / Buffer.byteLength(one)),
    ),
    'a;b\n'.repeat(size / 4),
    'a\n'.repeat(size / 2),
    '"a;b"\n'.repeat(size / 6),
    '"a;"b\n'.repeat(size / 6),
    `a;b;c;d;"${'\n'.repeat(size - 20)}"`,
    `a;b;c;d;e;f;${'x/'.repeat(size / 2 - 10)}`,
    `a;b;c;d;e;key=${' '.repeat(size - 20)}`,
    `a;b;c;${' '.repeat(size / 2)}${'x'.repeat(size / 2 - 20)}`,
    `${'a;b;c;d;e;f;x/y/z\n'.repeat(size / 18)}`,
  ]
  return [
    ...shapes.flatMap((shape) => [shape, header + shape, `"${header.trimEnd()}"\n${shape}`]),
    'Nom;'.repeat(size / 4),
    `${'x;'.repeat(size / 2)}\n`,
  ]
}
