import { Alert } from 'antd'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useApiMutation } from '../lib/use-api-mutation.ts'
import { useConfirm } from '../lib/use-confirm.ts'
import { CopyText } from './copy-text.tsx'
import { OnlineButton } from './online-button.tsx'
import styles from './secret-button.module.css'

interface SecretButtonProps {
  /** signed object, for screen readers */
  readonly name: string
  readonly hasSecret: boolean
  readonly make: () => Promise<{ readonly secret: string }>
  /** Keys of the queries that show the secret's state. */
  readonly invalidates: readonly (readonly string[])[]
}

/** Button that creates a signing secret and shows it once. It asks before it replaces an existing secret. */
export function SecretButton({ name, hasSecret, make, invalidates }: SecretButtonProps) {
  const { t } = useTranslation('common')
  const confirm = useConfirm()
  const [secret, setSecret] = useState<string>()
  const making = useApiMutation<void, { readonly secret: string }>({
    call: make,
    invalidates,
    onSuccess: (answer) => setSecret(answer.secret),
  })
  const ask = (): void =>
    hasSecret
      ? confirm({
          title: t('secret.replaceTitle'),
          content: t('secret.replace'),
          verb: t('secret.replaceVerb'),
          onConfirm: () => making.mutateAsync(),
        })
      : making.mutate()
  const verb = t(hasSecret ? 'secret.replaceVerb' : 'secret.make')
  return (
    <>
      <OnlineButton
        icon={<KeyRound size={16} strokeWidth={1.8} aria-hidden />}
        loading={making.isPending}
        aria-label={`${verb}: ${name}`}
        onClick={ask}
      >
        {verb}
      </OnlineButton>
      {secret === undefined ? null : (
        <Alert
          className={styles.secret ?? ''}
          type="info"
          showIcon
          closable={{ onClose: () => setSecret(undefined) }}
          title={t('secret.once')}
          description={<CopyText label={t('secret.label')} text={secret} />}
        />
      )}
    </>
  )
}
