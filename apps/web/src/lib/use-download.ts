import { App } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { saveBlob } from './save-file.ts'

/** Progress of a download. `part` is 0 to 1, undefined if the server sends no length. */
export interface DownloadProgress {
  readonly bytes: number
  readonly part: number | undefined
}

/** Reads a response as it arrives. @throws AbortError if its signal aborts */
async function readAnswer(answer: Response, onProgress: (progress: DownloadProgress) => void): Promise<Blob> {
  const total = Number(answer.headers.get('content-length') ?? 0)
  const parts: Uint8Array<ArrayBuffer>[] = []
  let bytes = 0
  const reader = answer.body?.getReader()
  for (let read = await reader?.read(); read && !read.done; read = await reader?.read()) {
    parts.push(read.value)
    bytes += read.value.byteLength
    onProgress({ bytes, part: total > 0 ? Math.min(1, bytes / total) : undefined })
  }
  return new Blob(parts, { type: answer.headers.get('content-type') ?? '' })
}

const nameOf = (answer: Response): string | undefined =>
  /filename="?([^";]+)"?/.exec(answer.headers.get('content-disposition') ?? '')?.[1]

/** A file that can be downloaded. */
export interface DownloadableFile {
  /** Makes the call with a signal that aborts it. */
  readonly open: (signal: AbortSignal) => Promise<Response>
  /** Name of the file, unless the server sends one. */
  readonly name: string
}

/** Downloads files one at a time, by calls that need the session, which a plain link cannot send. */
export function useDownloads() {
  const { message } = App.useApp()
  const [progress, setProgress] = useState<DownloadProgress>()
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(), [])
  const start = async ({ open, name }: DownloadableFile): Promise<void> => {
    const current = new AbortController()
    control.current = current
    setProgress({ bytes: 0, part: undefined })
    try {
      const answer = await open(current.signal)
      const blob = await readAnswer(answer, setProgress)
      if (!current.signal.aborted) saveBlob(blob, nameOf(answer) ?? name)
    } catch (cause) {
      if (!current.signal.aborted) void message.error(cause instanceof Error ? cause.message : String(cause))
    } finally {
      setProgress(undefined)
    }
  }
  return {
    start: (file: DownloadableFile) => void start(file),
    progress,
    cancel: () => control.current?.abort(),
  }
}

/** Downloads one fixed file. */
export function useDownload(open: DownloadableFile['open'], name: string) {
  const { start, ...download } = useDownloads()
  return { ...download, start: () => start({ open, name }) }
}
