import { useMutation } from '@tanstack/react-query'
import type { ImportPreview } from '@wardtrack/contracts'
import type { ImportEncoding, ImportFormat, ImportOperation } from '@wardtrack/contracts/import-operations'
import { useRef, useState } from 'react'
import { apiWithProgress, CallError } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'

interface Upload {
  readonly file: File
  readonly format: ImportFormat
  readonly operation: ImportOperation
  /** Detected by the server when undefined. */
  readonly encoding: ImportEncoding | undefined
}

const wasStopped = (cause: Error): boolean => cause.name === 'AbortError'

/** Returns the reason of a refused file, with its line if there is one. */
function reasonOf(cause: Error): string {
  const text = serverText(cause.message)
  const line = cause instanceof CallError ? cause.errors[0]?.line : undefined
  return line === undefined ? text : translate('data-import:upload.atLine', { line, text })
}

/** Sends a file and reports its progress. */
export function useImportUpload(onDone: (uploaded: ImportPreview) => void) {
  const [part, setPart] = useState(0)
  const stop = useRef<AbortController>(undefined)
  const upload = useMutation({
    mutationFn: async ({ file, format, operation, encoding }: Upload) => {
      stop.current = new AbortController()
      setPart(0)
      const body = new FormData()
      // Members come before the file, because the server reads them in order.
      body.append('operation', operation)
      body.append('format', format)
      if (encoding) body.append('encoding', encoding)
      body.append('file', file, `import.${format}`)
      return apiWithProgress(setPart).call('uploadImport', { body, signal: stop.current.signal })
    },
    onSuccess: ({ data }) => onDone(data),
  })
  const error = upload.error && !wasStopped(upload.error) ? reasonOf(upload.error) : undefined
  return {
    send: upload.mutate,
    isSending: upload.isPending,
    /** From 0 to 1; at 1 the server reads the file. */
    part,
    error,
    forget: upload.reset,
    stop: () => stop.current?.abort(),
  }
}
