import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ItemCode } from '@wardtrack/contracts'
import { App } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../../lib/api.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { JobProgress, jobQuery } from '../../ui/job-progress.tsx'
import { LETTER_CALLS, type LetterBase } from './provider-queries.ts'

/** Replays refused items: a selection immediately, or all of a provider as a background job. */
export function useReplay(provider: string, base: LetterBase) {
  const { t } = useTranslation('providers')
  const { message } = App.useApp()
  const confirm = useConfirm()
  const invalidates = [[KEYS.providers, provider]]
  const replay = useApiMutation({
    call: (body: { ids: string[] }) => api.call(LETTER_CALLS[base].replay, { body }),
    invalidates,
    onSuccess: ({ accepted, duplicates, unresolved, refused }) => {
      const resultText = t('letter.result', { accepted, duplicates, unresolved, refused })
      void (refused > 0 ? message.warning(resultText) : message.success(resultText))
    },
  })
  const [job, setJob] = useState<string>()
  const begin = useApiMutation({
    call: (code: ItemCode | '') =>
      api.call(LETTER_CALLS[base].replayAll, { body: { provider, ...(code === '' ? {} : { code }) } }),
    onSuccess: ({ data }) => setJob(data.id),
  })
  const client = useQueryClient()
  const state = useQuery({ ...jobQuery(job ?? ''), enabled: job !== undefined }).data?.state
  useEffect(() => {
    if (state !== undefined && state !== 'running')
      void client.invalidateQueries({ queryKey: [KEYS.providers, provider] })
  }, [client, provider, state])
  const progress: ReactNode = job === undefined ? null : <JobProgress id={job} title={t('letter.job')} />
  return {
    progress,
    some: (ids: readonly string[]): void => replay.mutate({ ids: [...ids] }),
    all: (code: ItemCode | ''): void =>
      confirm({
        title: t('letter.allTitle'),
        content: t('letter.allText'),
        verb: t('letter.replayAll'),
        onConfirm: () => begin.mutateAsync(code),
      }),
  }
}
