import { useEffect, useRef, useState } from 'react'
import { NoPlan, type PlanFile, readPlanFile } from './image-file.ts'

/** The chosen image, or why a chosen file is none. */
export interface ChosenPlan {
  readonly file: PlanFile | undefined
  readonly error: string | undefined
  readonly reading: boolean
  readonly choose: (file: File) => void
}

/** Looks at each chosen file; of two chosen quickly the later one stays. A refused file leaves the one before. */
export function usePlanFile(onRead: (file: PlanFile) => void): ChosenPlan {
  const [state, setState] = useState<Omit<ChosenPlan, 'choose'>>({
    file: undefined,
    error: undefined,
    reading: false,
  })
  const turn = useRef(0)
  useEffect(() => () => void (turn.current += 1), [])
  const choose = (chosen: File): void => {
    turn.current += 1
    const mine = turn.current
    setState(({ file }) => ({ file, error: undefined, reading: true }))
    readPlanFile(chosen).then(
      (file) => {
        if (mine !== turn.current) return
        setState({ file, error: undefined, reading: false })
        onRead(file)
      },
      (cause: unknown) => {
        if (mine !== turn.current) return
        const error = cause instanceof NoPlan ? cause.message : 'The file could not be read.'
        setState(({ file }) => ({ file, error, reading: false }))
      },
    )
  }
  return { ...state, choose }
}
