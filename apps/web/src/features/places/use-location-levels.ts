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
  /** Clears deeper levels; undefined clears this one too. */
  readonly choose: (value: string | undefined) => void
}

/**
 * A place chosen level by level, from Level_1 down. The next level is there once the one above is chosen and has
 * something below it.
 * @param first the levels chosen at the beginning
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
  // What lies below the last chosen level shows itself only if there is something.
  const shown = levels.filter(
    ({ value, options, error, loading }, depth) =>
      depth === 0 || value !== undefined || options.length > 0 || error !== null || loading,
  )
  return { chosen, levels: shown }
}
