import { useEffect, useState } from 'react'

/** False at first, true after a while: for what should only be seen when something takes long. */
export function useDelayed(ms: number): boolean {
  const [passed, setPassed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setPassed(true), ms)
    return () => clearTimeout(timer)
  }, [ms])
  return passed
}
