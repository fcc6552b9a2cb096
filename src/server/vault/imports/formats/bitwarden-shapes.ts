import { fieldLabels as labels } from '#texts/vault/import-formats.ts'
import type { FoundFieldKind } from './found.ts'

/** The keys of a type of entry, in the order of the screen, and what each becomes. */
export type Shape = readonly (readonly [
  key: string,
  how: FoundFieldKind | 'login' | 'email',
  label: string,
])[]

/** What entries of Bitwarden hold besides a login. What Bitwarden conceals is concealed. */
export const bitwardenShapes: Readonly<Record<string, Shape>> = {
  card: [
    ['cardholderName', 'login', labels.holder],
    ['number', 'concealed', labels.number],
    ['code', 'concealed', labels.code],
    ['brand', 'text', labels.brand],
  ],
  identity: [
    ['username', 'login', labels.login],
    ['email', 'email', labels.email],
    ['title', 'text', labels.title],
    ['firstName', 'text', labels.firstName],
    ['middleName', 'text', labels.middleName],
    ['lastName', 'text', labels.lastName],
    ['company', 'text', labels.company],
    ['ssn', 'concealed', labels.socialSecurity],
    ['passportNumber', 'concealed', labels.passport],
    ['licenseNumber', 'concealed', labels.drivingLicence],
    ['phone', 'text', labels.phone],
    ['address1', 'text', labels.postalAddress],
    ['address2', 'text', labels.address2],
    ['address3', 'text', labels.address3],
    ['postalCode', 'text', labels.postalCode],
    ['city', 'text', labels.city],
    ['state', 'text', labels.state],
    ['country', 'text', labels.country],
  ],
  sshKey: [
    ['privateKey', 'concealed', labels.privateKey],
    ['publicKey', 'text', labels.publicKey],
    ['keyFingerprint', 'text', labels.fingerprint],
  ],
  bankAccount: [
    ['nameOnAccount', 'login', labels.holder],
    ['bankName', 'text', labels.bank],
    ['accountType', 'text', labels.accountType],
    ['accountNumber', 'concealed', labels.account],
    ['routingNumber', 'text', labels.routing],
    ['branchNumber', 'text', labels.branch],
    ['iban', 'concealed', labels.iban],
    ['swiftCode', 'text', labels.bic],
    ['pin', 'concealed', labels.pin],
    ['bankContactPhone', 'text', labels.phone],
  ],
  driversLicense: [
    ['firstName', 'text', labels.firstName],
    ['middleName', 'text', labels.middleName],
    ['lastName', 'text', labels.lastName],
    ['dateOfBirth', 'date', labels.birthDate],
    ['licenseNumber', 'concealed', labels.drivingLicence],
    ['issuingCountry', 'text', labels.issuingCountry],
    ['issuingState', 'text', labels.issuingState],
    ['issuingAuthority', 'text', labels.issuer],
    ['issueDate', 'date', labels.issued],
    ['expirationDate', 'date', labels.expiry],
    ['licenseClass', 'text', labels.class],
  ],
  passport: [
    ['surname', 'text', labels.lastName],
    ['givenName', 'text', labels.firstName],
    ['dateOfBirth', 'date', labels.birthDate],
    ['sex', 'text', labels.sex],
    ['birthPlace', 'text', labels.birthPlace],
    ['nationality', 'text', labels.nationality],
    ['passportNumber', 'concealed', labels.passport],
    ['passportType', 'text', labels.kind],
    ['nationalIdentificationNumber', 'concealed', labels.nationalNumber],
    ['issuingCountry', 'text', labels.issuingCountry],
    ['issuingAuthority', 'text', labels.issuer],
    ['issueDate', 'date', labels.issued],
    ['expirationDate', 'date', labels.expiry],
  ],
}

/** Stands for a slash within the name of a folder, where a slash itself separates folders. */
export const slashInName = '\u2215'
