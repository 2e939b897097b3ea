import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { serverText } from './i18n/server-text.ts'

/** A call that changes something, and what people and caches learn of it. */
export interface ApiMutation<Variables, Answer> {
  readonly call: (variables: Variables) => Promise<Answer>
  /** Shows the change before the answer; what it returns takes the change back if the server does not agree. */
  readonly optimistic?: (variables: Variables) => (() => void) | Promise<() => void>
  /** What is said when it succeeded; nothing where it returns undefined. */
  readonly success?: (answer: Answer, variables: Variables) => ReactNode | undefined
  /**
   * What is said when it failed; the server's message when left out, nothing where it returns undefined. A form shows
   * failures itself: `failure: () => undefined`.
   */
  readonly failure?: (cause: Error, variables: Variables) => string | undefined
  /** First members of the query keys that are read again afterwards, whatever came of it. */
  readonly invalidates?: readonly QueryKey[]
  readonly onSuccess?: (answer: Answer, variables: Variables) => void
  readonly onFailure?: (cause: Error, variables: Variables) => void
}

/** Makes a changing call: shown at once where wished, said in a toast, taken back on failure, caches read again. */
export function useApiMutation<Variables = void, Answer = unknown>(
  mutation: ApiMutation<Variables, Answer>,
): UseMutationResult<Answer, Error, Variables, { undo: (() => void) | undefined }> {
  const client = useQueryClient()
  const { message } = App.useApp()
  const { call, optimistic, success, invalidates = [], onSuccess, onFailure } = mutation
  const failure = mutation.failure ?? ((cause: Error) => cause.message)
  return useMutation({
    mutationFn: call,
    onMutate: async (variables) => ({ undo: await optimistic?.(variables) }),
    onSuccess: (answer, variables) => {
      const text = success?.(answer, variables)
      if (text !== undefined) void message.success(typeof text === 'string' ? serverText(text) : text)
      onSuccess?.(answer, variables)
    },
    onError: (cause, variables, shown) => {
      shown?.undo?.()
      const failureText = failure(cause, variables)
      if (failureText !== undefined) void message.error(serverText(failureText))
      onFailure?.(cause, variables)
    },
    onSettled: () => Promise.all(invalidates.map((queryKey) => client.invalidateQueries({ queryKey }))),
  })
}
