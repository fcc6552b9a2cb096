import { createContext, use } from 'react'
import type { charts } from './charts.tsx'

/** null without a script: the server renders the figures as tables. */
export const ChartsContext = createContext<typeof charts | null>(null)

export const useCharts = (): typeof charts | null => use(ChartsContext)
