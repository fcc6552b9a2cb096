import { useSyncExternalStore } from 'react'
import { createRootChoice } from './rootChoice.ts'

/** The height of rows: 44 px or 32 px. */
export type Density = 'comfortable' | 'compact'

const choice = createRootChoice<Density>('density', 'comfortable', ['compact'])

/** Returns the density of all tables, and its setter. The choice is stored in the browser. */
export function useDensity(): { density: Density; choose: (density: Density) => void } {
  const density = useSyncExternalStore(choice.follow, choice.read, () => 'comfortable' as const)
  return { density, choose: choice.choose }
}
