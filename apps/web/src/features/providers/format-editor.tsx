import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { FormatEndpoint, ProviderFormat } from '@wardtrack/contracts'
import { Input, Select } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api, CallError } from '../../lib/api.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { KEYS } from '../../lib/queries.ts'
import { dateTime } from '../../lib/time.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { useConfirm } from '../../lib/use-confirm.ts'
import { AppField, AppForm, type StoredState, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import { OnlineButton } from '../../ui/online-button.tsx'
import { FormatPreview } from './format-preview.tsx'
import { providerQuery, templatesQuery } from './provider-queries.ts'
import styles from './providers.module.css'

interface FormatEditorProps {
  readonly name: string
  readonly endpoint: FormatEndpoint
  readonly saved: ProviderFormat | undefined
}

interface FormatDraft {
  readonly expression: string
}

const stateOf = (format: ProviderFormat | undefined): StoredState<FormatDraft> => ({
  values: { expression: format?.expression ?? '' },
  revision: format?.revision ?? '',
})

/** The expression, a sample to test it, and its result. */
export function FormatEditor({ name, endpoint, saved }: FormatEditorProps) {
  const { t } = useTranslation('providers')
  const [sample, setSample] = useState('')
  const [draft, setDraft] = useState(saved?.expression ?? '')
  const { state, remove } = useFormatForm({ name, endpoint, saved }, () => setDraft(''))
  const start = (expression: string, sampleText: string): void => {
    state.form.setFieldsValue({ expression })
    setDraft(expression)
    setSample(sampleText)
  }
  return (
    <>
      <TemplateSelect endpoint={endpoint} onChoose={start} />
      <div className={styles.columns}>
        <AppForm state={state} label={t('format.title')} onValues={({ expression }) => setDraft(expression)}>
          <AppField name="expression" label={t('format.expression')} help={t('format.help')} required>
            <Input.TextArea className={styles.code ?? ''} rows={16} maxLength={20_000} spellCheck={false} />
          </AppField>
          <div className={styles.foot}>
            <SubmitButton>{t('format.save')}</SubmitButton>
            {saved ? (
              <OnlineButton danger onClick={remove}>
                {t('format.remove')}
              </OnlineButton>
            ) : null}
            {saved ? (
              <span className={styles.hint}>
                {t('format.savedBy', { name: saved.updatedBy, time: dateTime(saved.updatedAt) })}
              </span>
            ) : null}
          </div>
        </AppForm>
        <label className={styles.sample}>
          <span>{t('format.sample')}</span>
          <Input.TextArea
            className={styles.code ?? ''}
            rows={16}
            spellCheck={false}
            value={sample}
            onChange={({ target }) => setSample(target.value)}
          />
          <span className={styles.hint}>{t('format.sampleHint')}</span>
        </label>
      </div>
      <FormatPreview name={name} endpoint={endpoint} expression={draft} sample={sample} />
    </>
  )
}

interface TemplateSelectProps {
  readonly endpoint: FormatEndpoint
  readonly onChoose: (expression: string, sample: string) => void
}

function TemplateSelect({ endpoint, onChoose }: TemplateSelectProps) {
  const { t } = useTranslation('providers')
  const { data = [] } = useQuery(templatesQuery())
  const [chosen, setChosen] = useState<string>()
  const offered = data.filter((template) => template.endpoint === endpoint)
  if (offered.length === 0) return null
  const note = offered.find(({ id }) => id === chosen)?.note
  return (
    <div className={styles.template}>
      <Select
        aria-label={t('format.template')}
        placeholder={t('format.template')}
        value={chosen ?? null}
        options={offered.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(id) => {
          const template = offered.find((known) => known.id === id)
          if (!template) return
          setChosen(template.id)
          onChoose(template.expression, template.sample)
        }}
      />
      {note === undefined ? null : <p className={styles.hint}>{serverText(note)}</p>}
    </div>
  )
}

function useFormatForm({ name, endpoint, saved }: FormatEditorProps, onRemoved: () => void) {
  const { t } = useTranslation('providers')
  const client = useQueryClient()
  const confirm = useConfirm()
  const invalidates = [[KEYS.providers, name]]
  const saving = useApiMutation({
    call: (body: { expression: string; revision?: string }) =>
      api.call('saveProviderFormat', { params: { name, endpoint }, body }),
    success: () => t('format.saved'),
    failure: () => undefined,
    invalidates,
  })
  const removing = useApiMutation({
    call: () => api.call('removeProviderFormat', { params: { name, endpoint } }),
    success: () => t('format.removed'),
    invalidates,
    onSuccess: () => {
      state.form.setFieldsValue({ expression: '' })
      onRemoved()
    },
  })
  const stored = stateOf(saved)
  const state = useAppForm<FormatDraft>({
    initial: stored.values,
    shared: {
      revision: stored.revision,
      reread: async () =>
        stateOf((await client.fetchQuery({ ...providerQuery(name), staleTime: 0 })).formats[endpoint]),
      labels: { expression: t('format.expression') },
    },
    check: ({ expression }) => ({ expression: expression.trim() === '' ? t('format.needed') : undefined }),
    failureText: (cause) => (cause instanceof CallError ? serverText(cause.message) : cause.message),
    onSubmit: async ({ expression }, revision = '') =>
      (await saving.mutateAsync({ expression, revision })).data,
  })
  const remove = (): void =>
    confirm({
      title: t('format.removeTitle'),
      content: t('format.removeText'),
      verb: t('format.remove'),
      onConfirm: () => removing.mutateAsync(),
    })
  return { state, remove }
}
