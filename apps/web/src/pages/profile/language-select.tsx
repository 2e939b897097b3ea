import { App, Select } from 'antd'
import { useTranslation } from 'react-i18next'
import { chooseOwnLanguage } from '../../features/account/index.ts'
import {
  LANGUAGE_NAMES,
  LANGUAGES,
  type LanguageChoice,
  resolveLanguage,
  storedChoice,
} from '../../lib/i18n/languages.ts'

/** Choice of the console's language; each language is named in that language. */
export function LanguageSelect() {
  const { t } = useTranslation(['profile', 'common'])
  const { message } = App.useApp()
  const options: { value: LanguageChoice; label: string }[] = [
    {
      value: 'browser',
      label: t('browserLanguage', { language: LANGUAGE_NAMES[resolveLanguage('browser')] }),
    },
    ...LANGUAGES.map((value) => ({ value, label: LANGUAGE_NAMES[value] })),
  ]
  const choose = (choice: LanguageChoice): void => {
    chooseOwnLanguage(choice).catch(() => void message.error(t('languageFailed')))
  }
  return (
    <Select aria-label={t('language')} options={options} defaultValue={storedChoice()} onChange={choose} />
  )
}
