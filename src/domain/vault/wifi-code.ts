/** What a QR code says of a wireless network. */
export type WifiNetwork = {
  /** The network's name (SSID). */
  readonly name: string
  /** Empty for an open network. */
  readonly password: string
}

/** The characters that the format gives a meaning. */
const escaped = (text: string): string => text.replace(/[\\;,:"]/g, (sign) => `\\${sign}`)

/**
 * Returns the text of a QR code that joins a network, in the format that telephones read (ZXing's
 * `WIFI:T:WPA;S:…;P:…;;`). `WPA` stands for WPA, WPA2 and WPA3.
 */
export const wifiCode = ({ name, password }: WifiNetwork): string =>
  password === ''
    ? `WIFI:T:nopass;S:${escaped(name)};;`
    : `WIFI:T:WPA;S:${escaped(name)};P:${escaped(password)};;`
