import type { SiemEvent } from './events.ts'

/**
 * One delivery to a receiver. It counts as delivered only when `finish` has returned: until then everything may be lost, and
 * is delivered again.
 */
export type Delivery = {
  /** Writes events, and waits until they may be followed by more. @throws DeliveryError */
  write(events: readonly SiemEvent[]): Promise<void>
  /** Waits until the receiver has taken all. @throws DeliveryError */
  finish(): Promise<void>
  /** Gives the delivery up; harmless after its end. */
  abandon(): void
}

/** Opens a delivery. @throws DeliveryError */
export type OpenDelivery = () => Promise<Delivery>

/** A receiver that did not take events; `code` names the reason. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError'
  readonly code: string
  constructor(code: string, cause?: unknown) {
    super(`the receiver took no events: ${code}`, { cause })
    this.code = code
  }
}

/** Returns the error of a connection or a file as one of the delivery. */
export function deliveryErrorOf(error: unknown): DeliveryError {
  if (error instanceof DeliveryError) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'UNKNOWN'
  return new DeliveryError(code, error)
}
