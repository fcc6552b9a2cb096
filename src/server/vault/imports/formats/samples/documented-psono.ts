import { listedValues, type DocumentedSample } from './parts/documented.ts'

/** Written by hand from the program's exporter, without a look at the reader; every person and secret is made up. */

/** Psono, export of the datastore as JSON: an object per entry, its keys after its type. */
function psono(): DocumentedSample {
  const { values, said: v } = listedValues()
  const common = { create_date: '2026-03-01T08:00:00Z', write_date: '2026-03-02T08:00:00Z' }
  const of = (type: string, fields: Readonly<Record<string, unknown>>) => ({
    ...common,
    secret_id: `secret-of-${type}`,
    type,
    name: fields['title'],
    ...Object.fromEntries(Object.entries(fields).map(([key, value]) => [`${type}_${key}`, value])),
  })
  const site = {
    ...of('website_password', {
      title: v('Marchés publics'),
      url: v('https://marches.exemple.fr/connexion'),
      username: v('acheteur-1'),
      password: v('Lot#7&Cie'),
      notes: v('Clôture le vendredi'),
      auto_submit: true,
      allow_http: false,
      url_filter: 'marches.exemple.fr',
      totp_period: 60,
      totp_algorithm: 'SHA256',
      totp_digits: 8,
      totp_code: v('NBSWY3DPEHPK3PXQ'),
    }),
    description: 'acheteur-1',
    urlfilter: 'marches.exemple.fr',
    autosubmit: true,
    password_hash: '1a2b3',
    custom_fields: [
      { name: v('Référence'), type: 'text', value: v('AO-2026-19') },
      { name: v('Seconde clef'), type: 'password', value: v('Scell-4411') },
    ],
    tags: [v('achats'), v('juridique')],
  }
  const items = [
    of('application_password', {
      title: v('Téléphonie'),
      username: v('standard'),
      password: v('Pbx!Pbx9'),
      notes: v('Console locale'),
    }),
    of('bookmark', {
      title: v('Annuaire'),
      url: v('https://annuaire.exemple.fr'),
      notes: v('Lecture seule'),
    }),
    of('note', { title: v('Consigne'), notes: v('Couper le gaz\navant de partir') }),
    of('environment_variables', {
      title: v('Déploiement'),
      variables: [
        { key: v('JETON_API'), value: v('tok_9f8e7d') },
        { key: v('REGION'), value: v('ouest-2') },
      ],
      notes: v('Recette'),
    }),
    of('ssh_own_key', {
      title: v('Clé du bastion'),
      public: v('ssh-ed25519 AAAAC3 bastion'),
      private: v('-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n-----END OPENSSH PRIVATE KEY-----'),
      notes: v('À renouveler'),
    }),
    of('mail_gpg_own_key', {
      title: v('Clé de messagerie'),
      email: v('gpg@exemple.fr'),
      name: v('Odile Vasseur'),
      public: v('-----BEGIN PGP PUBLIC KEY BLOCK-----\nmQEN\n-----END PGP PUBLIC KEY BLOCK-----'),
      private: v('-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQPG\n-----END PGP PRIVATE KEY BLOCK-----'),
    }),
    of('credit_card', {
      title: v('Carte du service'),
      number: v('4970101234567890'),
      name: v('M. TRESORIER'),
      cvc: v('737'),
      pin: v('8642'),
      valid_through: '1129',
      notes: v('Plafond mensuel'),
    }),
    of('identity', {
      title: v('Fiche personnelle'),
      first_name: v('Inès'),
      last_name: v('Benali'),
      company: v('Régie des eaux'),
      address: v('3 quai Neuf'),
      city: v('Nantes'),
      postal_code: v('44000'),
      state: v('Loire-Atlantique'),
      country: v('FR-FRANCE'),
      phone_number: v('+33 2 40 11 22 33'),
      email: v('nadia@exemple.fr'),
      notes: v('Élue suppléante'),
    }),
    of('totp', {
      title: v('Code du parapheur'),
      period: 30,
      algorithm: 'SHA1',
      digits: 6,
      code: v('KRSXG5CTMVRXEZLU'),
      notes: v('Sans mot de passe'),
    }),
    of('elster_certificate', {
      title: v('Certificat fiscal'),
      file_content: '50465821',
      password: v('Pfx-2026!'),
      retrieval_code: v('RC-55-12'),
      notes: v('Dépôt annuel'),
    }),
  ]
  const data = {
    folders: [
      { name: v('Achats publics'), folders: [{ name: v('En cours'), items: [site] }] },
      { name: 'Vide' },
    ],
    items,
  }
  return {
    name: 'Psono, every type of entry',
    format: 'psono-json',
    bytes: Buffer.from(JSON.stringify(data)),
    entries: 11,
    values,
    expected: [
      {
        name: 'Marchés publics',
        path: ['Achats publics', 'En cours'],
        login: 'acheteur-1',
        password: 'Lot#7&Cie',
        address: 'https://marches.exemple.fr/connexion',
        notes: ['Clôture le vendredi'],
        otp: 'NBSWY3DPEHPK3PXQ',
        visible: ['AO-2026-19'],
        hidden: ['Scell-4411'],
        anywhere: ['achats', 'juridique'],
      },
      { name: 'Téléphonie', path: [], login: 'standard', password: 'Pbx!Pbx9', notes: ['Console locale'] },
      { name: 'Annuaire', address: 'https://annuaire.exemple.fr', notes: ['Lecture seule'] },
      { name: 'Consigne', anywhere: ['Couper le gaz\navant de partir'] },
      { name: 'Déploiement', hidden: ['tok_9f8e7d'], notes: ['Recette'] },
      {
        name: 'Clé du bastion',
        secrets: ['-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNz\n-----END OPENSSH PRIVATE KEY-----'],
        visible: ['ssh-ed25519 AAAAC3 bastion'],
      },
      {
        name: 'Clé de messagerie',
        secrets: ['-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQPG\n-----END PGP PRIVATE KEY BLOCK-----'],
        anywhere: ['gpg@exemple.fr', 'Odile Vasseur'],
      },
      {
        name: 'Carte du service',
        hidden: ['4970101234567890', '737', '8642'],
        anywhere: ['M. TRESORIER'],
        category: 'bankCard',
      },
      { name: 'Fiche personnelle', anywhere: ['Benali', '44000', 'nadia@exemple.fr'] },
      { name: 'Code du parapheur', otp: 'KRSXG5CTMVRXEZLU', notes: ['Sans mot de passe'] },
      {
        name: 'Certificat fiscal',
        password: 'Pfx-2026!',
        hidden: ['RC-55-12'],
        files: { 'elster.pfx': 'PFX!' },
      },
    ],
  }
}

export const samples: readonly DocumentedSample[] = [psono()]
