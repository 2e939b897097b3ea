import { type FormEvent, useState } from 'react'
import { useNavigate } from 'react-router'
import type { EndedSession } from '../../lib/session/end-session.ts'
import { type Credentials, signIn } from './sign-in.ts'

/**
 * Signs in with a form's values and opens the next page: the page of `ended`, or the first page. An error is shown
 * until the next try.
 */
export function useSignIn(
  credentials: Credentials,
  ended: EndedSession | undefined,
  onCodeAsked: () => void = () => undefined,
) {
  const navigate = useNavigate()
  const [failure, setFailure] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = async (event: FormEvent, isInvalid: boolean): Promise<void> => {
    event.preventDefault()
    if (isInvalid || busy) return
    setBusy(true)
    setFailure(undefined)
    const result = await signIn(credentials, ended)
    setBusy(false)
    if ('to' in result) await navigate(result.to, { replace: true })
    else if ('asksForCode' in result) onCodeAsked()
    else setFailure(result.message)
  }
  return { submit, failure, busy }
}
