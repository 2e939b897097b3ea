import { useQuery } from '@tanstack/react-query'
import type { DeadLetter } from '@wardtrack/contracts'
import { Alert, Button, Input, Modal } from 'antd'
import { useTranslation } from 'react-i18next'
import { api, CallError } from '../../lib/api.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { KEYS } from '../../lib/queries.ts'
import { useApiMutation } from '../../lib/use-api-mutation.ts'
import { AppField, AppForm, SubmitButton, useAppForm } from '../../ui/form/index.ts'
import { QueryState } from '../../ui/query-state.tsx'
import { LETTER_CALLS, type LetterBase, letterQuery } from './provider-queries.ts'
import styles from './providers.module.css'

interface LetterDialogProps {
  readonly name: string
  readonly base: LetterBase
  readonly id: string
  readonly onReplay: () => void
  readonly onClose: () => void
}

type Letter = DeadLetter & { source?: string | undefined }

/** One refused item with its reasons, which can be corrected and replayed. */
export function LetterDialog(props: LetterDialogProps) {
  const { t } = useTranslation('providers')
  const { name, base, id, onReplay, onClose } = props
  const letter = useQuery(letterQuery(name, base, id))
  return (
    <Modal open width={720} title={t('letter.title')} footer={null} onCancel={onClose}>
      <QueryState query={letter} failed={t('letter.failed')}>
        {(loaded) => (
          <>
            <Alert
              className={styles.reasons ?? ''}
              type="warning"
              showIcon
              title={t(`code.${loaded.errors[0]?.code ?? 'validation'}`)}
              description={
                <ul className={styles.errors}>
                  {loaded.errors.map(({ path, message }) => (
                    <li key={`${path} ${message}`}>
                      {path ? <code>{path}</code> : null} {serverText(message)}
                    </li>
                  ))}
                </ul>
              }
            />
            <LetterContent {...props} letter={loaded} />
            <div className={styles.dialogFoot}>
              <Button
                onClick={() => {
                  onReplay()
                  onClose()
                }}
              >
                {t('letter.replay')}
              </Button>
            </div>
          </>
        )}
      </QueryState>
    </Modal>
  )
}

function LetterContent({ letter, ...props }: LetterDialogProps & { readonly letter: Letter }) {
  const { t } = useTranslation('providers')
  const isMendable = letter.errors.every(({ code }) => code !== 'provider_mismatch')
  return (
    <>
      {letter.item === undefined ? (
        <p className={styles.hint}>
          {letter.errors.some(({ code }) => code === 'format_failed')
            ? t('letter.wholeBody')
            : t('letter.hidden')}
        </p>
      ) : isMendable ? (
        <EditItemForm {...props} item={letter.item} />
      ) : (
        <pre className={styles.json}>{JSON.stringify(letter.item, null, 2)}</pre>
      )}
      {letter.source === undefined ? null : (
        <details className={styles.source}>
          <summary>{t('letter.source')}</summary>
          <pre className={styles.json}>{letter.source}</pre>
        </details>
      )}
    </>
  )
}

const parse = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}

function EditItemForm({
  name,
  base,
  id,
  onReplay,
  onClose,
  item,
}: LetterDialogProps & { readonly item: unknown }) {
  const { t } = useTranslation('providers')
  const mend = useApiMutation({
    call: (mended: Record<string, unknown>) =>
      api.call(LETTER_CALLS[base].mend, { params: { id }, body: { item: mended } }),
    failure: () => undefined,
    invalidates: [[KEYS.providers, name, 'letters']],
  })
  const state = useAppForm({
    initial: { item: JSON.stringify(item, null, 2) },
    check: (values) => ({ item: parse(values.item) ? undefined : t('letter.noObject') }),
    fieldOf: (path) => (path === 'item' || path.startsWith('item.') ? 'item' : undefined),
    failureText: (cause) => (cause instanceof CallError ? serverText(cause.message) : cause.message),
    onSubmit: async (values) => {
      await mend.mutateAsync(parse(values.item) ?? {})
      onReplay()
      onClose()
    },
  })
  return (
    <AppForm state={state} label={t('letter.title')}>
      <AppField name="item" label={t('letter.item')} help={t('letter.mendHint')}>
        <Input.TextArea className={styles.code ?? ''} rows={12} spellCheck={false} />
      </AppField>
      <SubmitButton>{t('letter.mendAndReplay')}</SubmitButton>
    </AppForm>
  )
}
