import type { Privilege } from '@wardtrack/contracts'
import { PAGES } from '@wardtrack/contracts/pages'
import { AutoComplete, Input } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { usePageTitles } from '../../lib/language.ts'
import { FieldError } from '../../ui/field.tsx'
import { OnlineButton } from '../../ui/online-button.tsx'
import { isKnownPage, pageOfRoute } from './privilege-draft.ts'
import styles from './privileges.module.css'
import { useChangeRoutes } from './use-privilege-changes.tsx'

/** Adds a page to a privilege; offers the pages that it does not include yet. */
export function AddRoute({ privilege }: { readonly privilege: Privilege }) {
  const { t } = useTranslation(['privileges', 'messages'])
  const titleOf = usePageTitles()
  const adding = useChangeRoutes('addRoutes')
  const [text, setText] = useState('')
  const [error, setError] = useState<string>()
  const wanted = pageOfRoute(text).toLowerCase()
  const offered = PAGES.filter(
    (page) =>
      !privilege.routes.includes(`/${page}`) &&
      (page.includes(wanted) || titleOf(page).toLowerCase().includes(wanted)),
  )
  const add = (): void => {
    const page = pageOfRoute(text)
    if (!isKnownPage(page)) {
      setError(t('messages:routeUnknown'))
      return
    }
    adding.mutate({ privilege, page }, { onSuccess: () => setText('') })
  }
  const errorId = `route-error-${privilege._id}`
  return (
    <form
      className={styles.addRoute}
      aria-label={t('route.form', { name: privilege.privilegeName })}
      onSubmit={(event) => {
        event.preventDefault()
        add()
      }}
    >
      <AutoComplete
        value={text}
        onChange={(value: string) => {
          setText(value)
          setError(undefined)
        }}
        options={offered.map((page) => ({
          value: `/${page}`,
          label: (
            <span className={styles.option}>
              <code>/{page}</code>
              <span>{titleOf(page)}</span>
            </span>
          ),
        }))}
      >
        <Input
          aria-label={t('route.label')}
          placeholder={t('route.placeholder')}
          status={error ? 'error' : ''}
          aria-invalid={error !== undefined}
          aria-describedby={error ? errorId : undefined}
        />
      </AutoComplete>
      <OnlineButton htmlType="submit" loading={adding.isPending}>
        {t('route.add')}
      </OnlineButton>
      <div className={styles.routeError}>
        <FieldError id={errorId} error={error} />
      </div>
    </form>
  )
}
