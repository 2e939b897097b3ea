import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type PlanFile, PlanFileError, readPlanFile } from './image-file.ts'

/** The chosen image, or the error of a chosen file. */
export interface ChosenPlan {
  readonly file: PlanFile | undefined
  readonly error: string | undefined
  readonly reading: boolean
  readonly choose: (file: File) => void
}

/**
 * Checks each chosen file. If two are chosen in quick succession, the later one stays. A refused file keeps the
 * previous one.
 */
export function usePlanFile(onRead: (file: PlanFile) => void): ChosenPlan {
  const { t } = useTranslation('map-import')
  const [state, setState] = useState<Omit<ChosenPlan, 'choose'>>({
    file: undefined,
    error: undefined,
    reading: false,
  })
  const latestRequest = useRef(0)
  useEffect(() => () => void (latestRequest.current += 1), [])
  const { file: shown } = state
  // The decoded image of a large plan takes hundreds of megabytes, so it is released when replaced.
  useEffect(() => () => shown?.image.close(), [shown])
  const choose = (chosen: File): void => {
    latestRequest.current += 1
    const requestNumber = latestRequest.current
    setState(({ file }) => ({ file, error: undefined, reading: true }))
    readPlanFile(chosen).then(
      (file) => {
        if (requestNumber !== latestRequest.current) {
          file.image.close()
          return
        }
        setState({ file, error: undefined, reading: false })
        onRead(file)
      },
      (cause: unknown) => {
        if (requestNumber !== latestRequest.current) return
        const error = cause instanceof PlanFileError ? cause.message : t('image.unreadable')
        setState(({ file }) => ({ file, error, reading: false }))
      },
    )
  }
  return { ...state, choose }
}
