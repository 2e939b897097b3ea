import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { LocationHierarchy, ResponseOf } from '@wardtrack/contracts'
import { messages } from '@wardtrack/contracts/messages'
import { App } from 'antd'
import { useRef, useState } from 'react'
import { apiWithProgress, CallError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { KEYS } from '../../lib/queries.ts'
import type { PlanFile } from './image-file.ts'

interface Upload {
  readonly file: PlanFile
  /** In metres; sizes are absent if unknown. */
  readonly values: {
    readonly xDimension?: number
    readonly yDimension?: number
    readonly edgeTolerance: number
  }
}

/** Returns the server's reason after its message; a lost connection has only a message. */
function reasonOf(cause: Error): string {
  if (!(cause instanceof CallError)) return serverText(cause.message)
  return (
    serverText(cause.errors[0]?.message ?? '') ||
    (cause.message === messages.mapImportFailed
      ? translate('map-import:upload.noReason')
      : serverText(cause.message))
  )
}

const wasStopped = (cause: Error): boolean => cause.name === 'AbortError'

/** Sends a map image and reports its progress. */
export function useMapUpload(
  place: LocationHierarchy | undefined,
  onDone: (answer: ResponseOf<'uploadMap'>) => void,
) {
  const client = useQueryClient()
  const { message } = App.useApp()
  const [part, setPart] = useState(0)
  const stop = useRef<AbortController>(undefined)
  const upload = useMutation({
    mutationFn: async ({ file, values }: Upload) => {
      stop.current = new AbortController()
      setPart(0)
      const body = {
        hierarchyId: place?.hierarchyId ?? '',
        mapData: { ...values, source: 'upload' },
        imgData: { img: await file.encode(), fileName: file.name },
      }
      return apiWithProgress(setPart).call('uploadMap', { body, signal: stop.current.signal })
    },
    onSuccess: (answer) => {
      void message.success(serverText(answer.message))
      for (const key of [KEYS.maps, KEYS.image]) void client.invalidateQueries({ queryKey: [key] })
      onDone(answer)
    },
    onError: (cause) => {
      if (!wasStopped(cause)) void message.error(translate('messages:mapImportFailed'))
    },
  })
  const error = upload.error && !wasStopped(upload.error) ? upload.error : null
  return {
    send: upload.mutateAsync,
    sending: upload.isPending,
    /** From 0 to 1; at 1 the server processes the image. */
    part,
    failed: error ? { title: translate('messages:mapImportFailed'), reason: reasonOf(error) } : undefined,
    stop: () => stop.current?.abort(),
  }
}
