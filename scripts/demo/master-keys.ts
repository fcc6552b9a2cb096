import { clinicChests } from './clinic-chests.ts'
import { dairyChests } from './dairy-chests.ts'
import { townChests } from './town-chests.ts'

/** All chests of the demonstration, in the order of their creation. */
export const chestPlans = [...townChests, ...clinicChests, ...dairyChests]

/** The master keys of the guardian chests, which a demonstration shows to everybody. */
export const masterKeys = chestPlans.flatMap(({ name, masterKey }) =>
  masterKey === undefined ? [] : [{ chest: name, masterKey }],
)
