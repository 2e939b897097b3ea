import { writeFileSync } from 'node:fs'
import jsonata from 'jsonata'
import { evaluateFormat } from './evaluate-format.ts'
import type { FormatReply, FormatRequest } from './format-process.types.ts'

// The process that evaluates expressions of administrators on bodies of strangers. It knows no secret, has no
// environment and no connection, and whoever started it ends it when it takes too long.

/** When the machine runs short of memory, the kernel ends this process and not the one that serves. */
function volunteerForOutOfMemory(): void {
  try {
    writeFileSync('/proc/self/oom_score_adj', '1000')
  } catch {
    // No such file outside Linux.
  }
}

process.on('message', (request: FormatRequest) => {
  void evaluateFormat(jsonata, request).then((reply: FormatReply) => process.send?.(reply))
})
process.once('disconnect', () => process.exit(0))
volunteerForOutOfMemory()
process.send?.('ready')
