import { useState } from 'react'

/** Copies a text to the clipboard and reports the result. Browsers refuse without HTTPS or by their settings. */
export function useCopy() {
  const [state, setState] = useState<'idle' | 'copied' | 'refused'>('idle')
  const copy = async (text: string): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text)
      setState('copied')
      return true
    } catch {
      setState('refused')
      return false
    }
  }
  return { state, copy }
}
