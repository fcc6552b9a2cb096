import { decodeQR } from 'qr/decode.js'
import { pictureLimits } from '#domain/platform/limits.ts'
import { parseOtpSecret, toOtpUri } from '#domain/platform/one-time-code.ts'
import type { OtpPictureProblem } from '#texts/vault/items.ts'

/** The address of the secret in a picture, and whose it says to be; or what is wrong with the picture. */
export type ReadPicture = { uri: string; whose: string } | { problem: OtpPictureProblem }

/** Milliseconds for the searches in each size: a picture without any code is given up soon. */
const searchMs = 400
/** Longest sides to search at. Small first, where a photograph loses its noise; enlarged helps tiny codes. */
const sides = [800, 1600, 2400] as const

/**
 * Reads a one-time secret off the picture of a QR code. All happens here in the browser: neither the picture
 * nor what it holds is sent anywhere before the form is.
 */
export async function readOtpPicture(picture: Blob): Promise<ReadPicture> {
  if (picture.size > pictureLimits.bytes) return { problem: 'tooLarge' }
  const bitmap = await createImageBitmap(picture).catch(() => null)
  if (bitmap === null) return { problem: 'notPicture' }
  const text = textIn(bitmap)
  bitmap.close()
  if (text === null) return { problem: 'noCode' }
  if (/^otpauth-migration:/i.test(text)) return { problem: 'migration' }
  const settings = /^otpauth:/i.test(text) ? parseOtpSecret(text) : null
  if (settings === null) return { problem: 'noSecret' }
  return {
    uri: toOtpUri(settings),
    whose: [settings.issuer, settings.account].filter((part) => part !== '').join(', '),
  }
}

/** What the first code found says, null when none is found at any size. */
function textIn(bitmap: ImageBitmap): string | null {
  for (const side of sides) {
    const image = pixelsOf(bitmap, side)
    if (image === null) return null
    try {
      return decodeQR(image, { effort: Number.POSITIVE_INFINITY, timeLimit: searchMs })
    } catch {
      // No code to be found at this size.
    }
  }
  return null
}

/** The picture with its longest side at `side`, on white: what is transparent would else be black on black. */
function pixelsOf(bitmap: ImageBitmap, side: number): ImageData | null {
  const scale = side / Math.max(bitmap.width, bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return null
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  // Enlarged, the edges of its squares stay edges.
  context.imageSmoothingEnabled = scale < 1
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
