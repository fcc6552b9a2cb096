import { decodeQR } from 'qr/decode.js'
import { pictureLimits } from '#domain/platform/limits.ts'
import { parseOtpSecret, toOtpUri } from '#domain/platform/one-time-code.ts'
import type { OtpPictureProblem } from '#texts/vault/contents.ts'

/** The otpauth address in a picture and its owner, or the problem of the picture. */
export type ReadPicture = { uri: string; whose: string } | { problem: OtpPictureProblem }

/** The retries in each size: bounded by count and not by time, so that a busy machine finds what a quiet one finds. */
const effort = 1_000
/**
 * The longest sides to search at, in pixels. Downscaling removes a photograph's noise; upscaling helps tiny
 * codes.
 */
const sides = [800, 1600, 2400] as const

/**
 * Reads a one-time secret from the picture of a QR code. It runs in the browser: neither the picture nor its
 * secret is sent before the form is submitted.
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

/** Returns the text of the first code found, or null when no size has one. */
function textIn(bitmap: ImageBitmap): string | null {
  for (const side of sides) {
    const image = pixelsOf(bitmap, side)
    if (image === null) return null
    try {
      return decodeQR(image, { effort, timeLimit: Number.POSITIVE_INFINITY })
    } catch {
      // No code at this size.
    }
  }
  return null
}

/** Returns the picture scaled to `side`, on white: a transparent background would be black on black. */
function pixelsOf(bitmap: ImageBitmap, side: number): ImageData | null {
  const scale = side / Math.max(bitmap.width, bitmap.height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(bitmap.width * scale))
  canvas.height = Math.max(1, Math.round(bitmap.height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (context === null) return null
  context.fillStyle = 'white'
  context.fillRect(0, 0, canvas.width, canvas.height)
  // Upscaling without smoothing keeps the code's edges sharp.
  context.imageSmoothingEnabled = scale < 1
  context.drawImage(bitmap, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
