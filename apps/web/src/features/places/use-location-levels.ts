import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { levelOptionsQuery, levelTitlesQuery, titleOf } from './places.query.ts'

/** One dropdown of the cascade. */
export interface LevelChoice {
  /** One-based. */
  readonly level: number
  readonly title: string
  readonly value: string | undefined
  readonly options: readonly string[]
  readonly loading: boolean
  readonly error: Error | null
  readonly retry: () => void
  /** Chooses a value and clears deeper levels; undefined clears this level too. */
  readonly choose: (value: string | undefined) => void
}

/**
 * Chooses a place level by level, from Level_1 down. The next level appears once the level above is chosen and has
 * places below it.
 * @param first initial levels
 * @param onChange is called with each choice
 */
export function useLocationLevels(
  first: readonly string[],
  onChange: (chosen: readonly string[]) => void = () => undefined,
) {
  const [chosen, setChosen] = useState(first)
  const change = (next: readonly string[]): void => {
    setChosen(next)
    onChange(next)
  }
  const levelTitles = useQuery(levelTitlesQuery()).data
  const paths = Array.from({ length: chosen.length + 1 }, (_, depth) => chosen.slice(0, depth))
  const answers = useQueries({ queries: paths.map((path) => levelOptionsQuery(path)) })
  const levels = answers.map(
    ({ data, isPending, error, refetch }, depth): LevelChoice => ({
      level: depth + 1,
      title: titleOf(levelTitles, depth + 1),
      value: chosen[depth],
      options: data ?? [],
      loading: isPending,
      error,
      retry: () => void refetch(),
      choose: (value) => change([...chosen.slice(0, depth), ...(value === undefined ? [] : [value])]),
    }),
  )
  // The level below the last chosen one appears only if it has places.
  const shown = levels.filter(
    ({ value, options, error, loading }, depth) =>
      depth === 0 || value !== undefined || options.length > 0 || error !== null || loading,
  )
  return { chosen, levels: shown }
}
