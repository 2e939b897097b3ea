import { Button } from 'antd'
import { RefreshCw } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { AppField } from '../../ui/form/index.ts'
import { PasswordInput } from '../../ui/password-input.tsx'
import { generateOneTimePassword } from './one-time-password.ts'
import styles from './people.module.css'

interface OneTimePasswordFieldProps {
  /** Puts a proposal into the field. */
  readonly onPropose: (password: string) => void
}

/** Password that its owner must change at the next sign-in; a strong one is proposed. */
export function OneTimePasswordField({ onPropose }: OneTimePasswordFieldProps) {
  const { t } = useTranslation('people')
  return (
    <>
      <AppField name="password" label={t('password.label')} required help={t('password.help')}>
        <PasswordInput autoComplete="new-password" maxLength={200} />
      </AppField>
      <Button
        className={styles.propose ?? ''}
        icon={<RefreshCw size={16} aria-hidden />}
        onClick={() => onPropose(generateOneTimePassword())}
      >
        {t('password.propose')}
      </Button>
    </>
  )
}
