import { useEffect, useRef, useState } from 'react'

/**
 * A value that changes with every live event, taken over at most every `ms`: at once when it was quiet, else when
 * the time is up. For what is read, as against what is watched.
 */
export function useSettled<T>(value: T, ms: number): T {
  const [settled, setSettled] = useState(value)
  const last = useRef(0)
  useEffect(() => {
    const take = (): void => {
      last.current = Date.now()
      setSettled(value)
    }
    const wait = last.current + ms - Date.now()
    if (wait <= 0) {
      take()
      return undefined
    }
    const timer = setTimeout(take, wait)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}
