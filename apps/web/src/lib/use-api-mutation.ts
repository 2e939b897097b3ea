import { type QueryKey, type UseMutationResult, useMutation, useQueryClient } from '@tanstack/react-query'
import { App } from 'antd'
import type { ReactNode } from 'react'
import { serverText } from './i18n/server-text.ts'

/** Options of a mutating call: messages, optimistic change and invalidated queries. */
export interface ApiMutation<Variables, Answer> {
  readonly call: (variables: Variables) => Promise<Answer>
  /** Shows the change before the response. Returns a function that reverts the change on failure. */
  readonly optimistic?: (variables: Variables) => (() => void) | Promise<() => void>
  /** Returns the message of success; no message if undefined. */
  readonly success?: (answer: Answer, variables: Variables) => ReactNode | undefined
  /**
   * Returns the message of a failure; by default the server's message, no message if undefined. A form shows failures
   * itself: `failure: () => undefined`.
   */
  readonly failure?: (cause: Error, variables: Variables) => string | undefined
  /** First members of the query keys to refetch afterwards, after success and failure. */
  readonly invalidates?: readonly QueryKey[]
  readonly onSuccess?: (answer: Answer, variables: Variables) => void
  readonly onFailure?: (cause: Error, variables: Variables) => void
}

/**
 * Makes a mutating call, with an optional optimistic change that is reverted on failure. Shows its result in a toast
 * and refetches the affected queries.
 */
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
