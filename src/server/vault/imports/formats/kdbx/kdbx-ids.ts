/** What a database begins with (KeePass 2). */
export const signature = Buffer.from('03d9a29a67fb4bb5', 'hex')

/** The UUIDs of the ciphers of the whole file. Twofish is known, but not opened: OpenSSL lacks it. */
export const cipherIds = {
  aes: '31c1f2e6bf714350be5805216afc5aff',
  chacha20: 'd6038a2b8b6f4cb5a524339a31dbb59a',
} as const

/** The UUIDs of the functions that derive the key. KeePassXC writes the second of AES in KDBX 4. */
export const kdfIds = {
  aes: 'c9d9f39a628a4460bf740d08c18a4fea',
  aesOfKdbx4: '7c02bb8279a74ac0927d114a00648238',
  argon2d: 'ef636ddf8c29444b91f7a9a403e30a0c',
  argon2id: '9e298b1956db4773b23dfc3ec6f0a1e6',
} as const

/** The fields of the header. `startBytes` and those of the inner stream are of KDBX 3, `kdf` is of KDBX 4. */
export const headerFields = {
  end: 0,
  cipher: 2,
  compression: 3,
  masterSeed: 4,
  transformSeed: 5,
  transformRounds: 6,
  iv: 7,
  streamKey: 8,
  startBytes: 9,
  streamId: 10,
  kdf: 11,
} as const

/** The fields of the inner header of KDBX 4. */
export const innerFields = { end: 0, streamId: 1, streamKey: 2, file: 3 } as const

/** The ciphers of the protected values. */
export const streamIds = { salsa20: 2, chacha20: 3 } as const

/** The version of Argon2 that Node and OpenSSL compute (RFC 9106). */
export const argon2Version = 0x13
