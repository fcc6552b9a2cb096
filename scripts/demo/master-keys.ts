import { clinicChests } from './clinic-chests.ts'
import { dairyChests } from './dairy-chests.ts'
import { townChests } from './town-chests.ts'

/** All chests of the demonstration, in the order in which they are made. */
export const chestPlans = [...townChests, ...clinicChests, ...dairyChests]

/** What opens those that are protected: a demonstration tells it to everybody. */
export const masterKeys = chestPlans.flatMap(({ name, masterKey }) =>
  masterKey === undefined ? [] : [{ chest: name, masterKey }],
)
