import { doctorTexts } from '#texts/commands.ts'
import { masterKeyCost, passwordCost } from '#server/platform/crypto/argon2-cost.ts'
import type { Argon2Cost } from '#server/platform/crypto/argon2id-input.ts'
import { argon2id, saltBytes } from '#server/platform/crypto/argon2id.ts'
import type { Finding } from './doctor-database.ts'

export type Costs = { readonly password: Argon2Cost; readonly masterKey: Argon2Cost }

/** Tells how long this machine takes for a sign-in password and for a master key. No setting follows from it. */
export async function checkCosts(
  costs: Costs = { password: passwordCost, masterKey: masterKeyCost },
): Promise<Finding[]> {
  const millisecondsOf = async (cost: Argon2Cost): Promise<number> => {
    const began = performance.now()
    await argon2id({ message: Buffer.from('doctor'), salt: Buffer.alloc(saltBytes), length: 32, ...cost })
    return Math.round(performance.now() - began)
  }
  // The first hash also starts the thread.
  await millisecondsOf({ memory: 8, passes: 1, parallelism: 1 })
  const password = await millisecondsOf(costs.password)
  return [{ state: 'good', text: doctorTexts.costs(password, await millisecondsOf(costs.masterKey)) }]
}
