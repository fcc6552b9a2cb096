import { counted, formatExactDate } from './platform/format.ts'

/** The command `verify-journal`. */
export const verifyJournalTexts = {
  empty: "Le journal n'a encore aucune ligne à vérifier.",
  unreadable: (path: string) => `Le fichier ${path} ne peut pas être lu.`,
  stray: 'une valeur sans option devant elle',
  printWhat: 'Avec --print, donnez une archive : --archive CHEMIN.',
  archiveBroken: (path: string) =>
    `L'archive ${path} ne s'ouvre pas : elle a été modifiée ou coupée, ou vient d'une autre installation.`,
  noCheckpoint: (path: string) => `Le fichier ${path} ne contient aucun point de contrôle.`,
  counted: (found: { rows: number; blocks: number; checkpoints: number; waiting: number }) =>
    `${counted(found.rows, 'ligne', 'lignes')} en ${counted(found.blocks, 'bloc', 'blocs')}, ${counted(found.checkpoints, 'point de contrôle', 'points de contrôle')} en accord, ${counted(found.waiting, 'ligne récente', 'lignes récentes')} hors bloc.`,
  gone: (rows: number) =>
    `Dont ${counted(rows, 'ligne', 'lignes')} qui ${rows > 1 ? 'ont' : 'a'} quitté le journal, à l'ancienneté prévue.`,
  archivesRead: (count: number) => `${counted(count, 'archive relue', 'archives relues')} en entier.`,
  archivesMissing: (files: readonly string[]) =>
    `Archives absentes, dont les lignes ne sont pas vérifiées ici : ${files.join(', ')}. « --archive CHEMIN » dit où elles sont.`,
  undone: (count: number) =>
    `${counted(count, 'point de contrôle', 'points de contrôle')} d'après une sauvegarde restaurée depuis : la restauration, prouvée dans le journal, les a défaits.`,
  unproved: (count: number) =>
    `${counted(count, 'point de contrôle est', 'points de contrôle sont')} d'avant, et ne se ${count > 1 ? 'vérifient' : 'vérifie'} qu'avec ces archives.`,
  faults: {
    changed: (row: number) => `✗ Ligne ${row} : modifiée après son écriture.`,
    removed: (row: number) => `✗ Ligne ${row} : supprimée.`,
    inserted: (row: number) => `✗ Ligne ${row} : ajoutée par un autre que le serveur.`,
    moved: (row: number) => `✗ Ligne ${row} : elle a pris la place d'une autre.`,
    repeated: (row: number) => `✗ Ligne ${row} : copie d'une autre.`,
    block: (block: number) => `✗ Bloc ${block} : modifié, ou le précédent retiré.`,
    truncated: (size: number) =>
      `✗ Le journal a eu ${counted(size, 'ligne', 'lignes')} et en a moins : il a été coupé, ou la base remise à un état plus ancien.`,
    rewritten: (size: number) =>
      `✗ Les ${counted(size, 'première ligne', 'premières lignes')} ne sont plus celles du point de contrôle : le journal a été réécrit, ou la base remise à un état plus ancien.`,
    cut: () => '✗ Le point où commence le journal a été modifié ou retiré par un autre que le serveur.',
    archives: () => '✗ La liste des archives a été modifiée par un autre que le serveur.',
    archive: (file: string) =>
      `✗ Archive ${file} : illisible, modifiée ou coupée, ou d'une autre installation.`,
    unsigned: () => "✗ Un point de contrôle n'est pas signé par cette installation.",
  },
  exports: {
    empty: (path: string) =>
      `Le fichier ${path} ne contient aucune ligne exportée : il n'y a rien à vérifier.`,
    record: (made: { at: number; actor_name: string | null; format: string; filters: readonly string[] }) =>
      `Export du ${formatExactDate(made.at)} par ${made.actor_name ?? 'le serveur'} (${made.format}), ${made.filters.length === 0 ? 'sans filtre' : `filtres : ${made.filters.join(', ')}`}.`,
    noRecord:
      "L'enregistrement de cet export n'est pas dans le journal : il en est parti, ou le fichier vient d'ailleurs.",
    counted: (found: { lines: number; standing: number }) =>
      `${counted(found.lines, 'ligne exportée', 'lignes exportées')}, ${counted(found.standing, 'inchangée', 'inchangées')} dans le journal.`,
    unproved: (lines: number) =>
      `${counted(lines, 'ligne exportée ne se vérifie', 'lignes exportées ne se vérifient')} qu'avec des archives absentes : « --archive CHEMIN » dit où elles sont.`,
    faults: {
      changed: (line: number) => `✗ Ligne ${line} du fichier : modifiée après l'export, ou ajoutée.`,
      other: (line: number) => `✗ Ligne ${line} du fichier : elle vient d'un autre export.`,
      after: (line: number) => `✗ Ligne ${line} du fichier : l'export finissait avant elle.`,
      order: (line: number) =>
        `✗ Ligne ${line} du fichier : des lignes manquent avant elle, ou elle a été déplacée ou répétée.`,
      cut: (line: number) => `✗ Après la ligne ${line} du fichier : la fin de l'export manque.`,
      differs: (line: number, row: number) =>
        `✗ Ligne ${line} du fichier : la ligne ${row} du journal n'est pas telle qu'elle a été écrite, ou ce n'est plus la même.`,
      absent: (line: number, row: number) =>
        `✗ Ligne ${line} du fichier : la ligne ${row} n'est plus dans le journal.`,
    },
    good: "L'export est entier : chaque ligne est dans le journal telle qu'elle a été exportée.",
    unknown:
      "Ce que l'export dit n'a pas été modifié ; sans ces archives, une partie n'est pas comparée au journal.",
    bad: "L'export ne prouve rien : le fichier ou le journal a été modifié.",
  },
  good: "Le journal est entier : personne ne l'a modifié.",
  bad: 'Le journal a été modifié. Gardez une copie de la base avant toute autre action (docs/operations.md).',
  key: (key: string) => `Clé publique des points de contrôle : ${key}`,
} as const
