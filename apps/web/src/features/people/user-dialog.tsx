import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { User } from '@wardtrack/contracts'
import { mayGiveRoutes } from '@wardtrack/contracts/given-rights'
import { App, Input, Select, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { accessQuery } from '../../lib/access.ts'
import { api } from '../../lib/api.ts'
import { translate } from '../../lib/i18n/i18n.ts'
import { serverText } from '../../lib/i18n/server-text.ts'
import { KEYS } from '../../lib/queries.ts'
import { useSession } from '../../lib/session/index.ts'
import { AppField, FormDialog, type SharedEdit, useAppForm } from '../../ui/form/index.ts'
import { generateOneTimePassword } from './one-time-password.ts'
import { OneTimePasswordField } from './one-time-password-field.tsx'
import type { HandedOver } from './password-dialog.tsx'
import { privilegesQuery } from './people.query.ts'

interface UserDialogProps {
  /** User to edit; absent for a new user. */
  readonly user?: User | undefined
  /** True if the signed-in user may grant the patient-data flag. */
  readonly mayGivePatientData: boolean
  readonly onClose: () => void
  /** Called after a user was created, with the password. */
  readonly onCreated: (handedOver: HandedOver) => void
}

type Values = Pick<User, 'username' | 'displayName' | 'email' | 'privileges' | 'patientDataAccess'> & {
  readonly password: string
  readonly secondFactorRequired: boolean
}

const initialOf = (user: User | undefined): Values => ({
  username: user?.username ?? '',
  displayName: user?.displayName ?? '',
  email: user?.email ?? '',
  privileges: user?.privileges ?? [],
  patientDataAccess: user?.patientDataAccess ?? false,
  secondFactorRequired: user?.secondFactor.required ?? false,
  password: user ? '' : generateOneTimePassword(),
})

/** Contract of a new user, which the form checks its values against. */
const newUser = {
  shape: async () => (await import('@wardtrack/contracts/calls/people')).peopleCalls.createUser.shapes.body,
  bodyOf: (values: Values) => values,
}

/** Dialog for name and privileges of a new user with a one-time password, or of an existing user. */
export function UserDialog({ user, mayGivePatientData, onClose, onCreated }: UserDialogProps) {
  const { t } = useTranslation('people')
  const client = useQueryClient()
  const { message } = App.useApp()
  const isOwn = useSession()?.userName === user?.username
  const state = useAppForm<Values>({
    initial: initialOf(user),
    ...(user ? { shared: sharedEdit(user, isOwn) } : { contract: newUser }),
    check: ({ username }) => ({
      username: username === '' ? translate('messages:usernameRequired') : undefined,
    }),
    fieldOf: (path) => path.split('.')[0] as keyof Values,
    onSubmit: async (values, revision) => {
      const { message: notice, data: saved } = user
        ? await api.call('changeUser', {
            params: { id: user._id },
            body: { ...changedBody(values, isOwn), revision },
          })
        : await api.call('createUser', { body: values })
      void message.success(serverText(notice))
      void client.invalidateQueries({ queryKey: [KEYS.setup] })
      await client.invalidateQueries({ queryKey: [KEYS.users] })
      if (user) onClose()
      else
        onCreated({
          username: values.username,
          password: values.password,
          expiresAt: saved.passwordExpiresAt,
        })
      return undefined
    },
  })
  return (
    <FormDialog
      state={state}
      title={user ? t('edit.title', { name: user.username }) : t('create.title')}
      verb={user ? t('edit.verb') : t('create.verb')}
      onClose={onClose}
    >
      {user ? null : (
        <AppField name="username" label={t('username')} required help={t('usernameHelp')}>
          <Input autoFocus maxLength={60} autoComplete="off" spellCheck={false} autoCapitalize="none" />
        </AppField>
      )}
      <AppField name="displayName" label={t('displayName')}>
        <Input maxLength={100} autoComplete="off" />
      </AppField>
      <AppField name="email" label={t('email')} help={t(user?.limit ? 'emailLimited' : 'emailHelp')}>
        <Input
          type="email"
          maxLength={254}
          autoComplete="off"
          spellCheck={false}
          disabled={user?.limit !== undefined}
        />
      </AppField>
      {isOwn ? (
        <p>{t('edit.ownRights')}</p>
      ) : (
        <RightsFields user={user} mayGivePatientData={mayGivePatientData} />
      )}
      {user ? null : (
        <OneTimePasswordField onPropose={(password) => state.form.setFieldsValue({ password })} />
      )}
    </FormDialog>
  )
}

const changedBody = (values: Values, isOwn: boolean) => {
  const { displayName, email, privileges, patientDataAccess, secondFactorRequired } = values
  return isOwn
    ? { displayName, email }
    : { displayName, email, privileges, patientDataAccess, secondFactorRequired }
}

/** Returns the options for a conflict with another administrator's change of the same user. */
function sharedEdit(user: User, isOwn: boolean): SharedEdit<Values> {
  const yesOrNo = (value: unknown): string => translate(value ? 'people:yes' : 'people:no')
  return {
    revision: user.revision,
    reread: async () => {
      const { data } = await api.call('user', { params: { id: user._id } })
      return { values: initialOf(data), revision: data.revision }
    },
    labels: {
      displayName: translate('people:displayName'),
      email: translate('people:email'),
      ...(isOwn
        ? {}
        : {
            privileges: translate('people:privileges'),
            patientDataAccess: translate('people:patientData'),
            secondFactorRequired: translate('people:secondFactorRequired'),
          }),
    },
    show: (_field, value) =>
      typeof value === 'boolean' ? yesOrNo(value) : Array.isArray(value) ? value.join(', ') : String(value),
  }
}

/** Privileges and rights of a person: those that the signed-in person may give, and those that are there already. */
function RightsFields({ user, mayGivePatientData }: Pick<UserDialogProps, 'user' | 'mayGivePatientData'>) {
  const { t } = useTranslation('people')
  const privileges = useQuery(privilegesQuery())
  const { data: access } = useQuery(accessQuery())
  const all = privileges.data ?? []
  const offered = all.filter(
    ({ privilegeName, routes }) =>
      user?.privileges.includes(privilegeName) || mayGiveRoutes(access?.allowedRoutes ?? [], routes),
  )
  const count = all.length - offered.length
  const isPatientDataOffered = mayGivePatientData || (user?.patientDataAccess ?? false)
  return (
    <>
      <AppField
        name="privileges"
        label={t('privileges')}
        help={count > 0 ? t('privilegesBeyond', { count }) : t('privilegesHelp')}
      >
        <Select
          mode="multiple"
          allowClear
          loading={privileges.isPending}
          options={offered.map(({ privilegeName: name }) => ({ value: name, label: name }))}
          notFoundContent={privileges.isError ? t('privilegesFailed') : t('noPrivileges')}
        />
      </AppField>
      <AppField
        name="patientDataAccess"
        label={t('patientData')}
        help={t(isPatientDataOffered ? 'patientDataHelp' : 'patientDataBeyond')}
      >
        <Switch disabled={!isPatientDataOffered} />
      </AppField>
      <AppField name="secondFactorRequired" label={t('secondFactorRequired')}>
        <Switch />
      </AppField>
    </>
  )
}
