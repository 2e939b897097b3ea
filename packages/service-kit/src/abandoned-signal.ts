import type { ServerResponse } from 'node:http'

/** Aborted when the caller goes away before the answer is out, so that nothing more is done for nobody. */
export function abandonedSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController()
  const abortIfCut = (): void => {
    if (!response.writableFinished) controller.abort()
  }
  if (response.destroyed) abortIfCut()
  else response.once('close', abortIfCut)
  return controller.signal
}
