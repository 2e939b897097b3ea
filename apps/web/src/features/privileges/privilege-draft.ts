import type { Privilege } from '@wardtrack/contracts'
import { PAGES } from '@wardtrack/contracts/pages'
import { translate } from '../../lib/i18n/i18n.ts'
import type { FieldErrors } from '../../ui/form/use-app-form.ts'

/** A privilege as a form holds it; pages without their leading slash. */
export interface PrivilegeDraft {
  readonly privilegeName: string
  readonly description: string
  readonly pages: readonly string[]
}

/** The empty form. */
export const emptyDraft: PrivilegeDraft = { privilegeName: '', description: '', pages: [] }

const FEWEST_LETTERS = 3

/** What is wrong with a draft, in the specification's words. */
export function draftErrors({ privilegeName, description }: PrivilegeDraft): FieldErrors<PrivilegeDraft> {
  const name = privilegeName.trim()
  return {
    privilegeName:
      name.startsWith('May') && name.length >= FEWEST_LETTERS
        ? undefined
        : translate('messages:privilegeName'),
    description:
      description.trim().length >= FEWEST_LETTERS ? undefined : translate('messages:privilegeDescription'),
  }
}

/** Name of a page as a privilege's route says it: without the leading slash. */
export const pageOfRoute = (route: string): string => route.trim().replace(/^\//, '')

/** Whether a privilege can open a page of this name. */
export const isKnownPage = (page: string): boolean => PAGES.includes(page)

/** Pages that make whoever may open them an administrator: they can give themselves every other page. */
const ADMINISTRATION: readonly string[] = ['privilege-settings', 'admin-config']

/** Whether one of the pages makes its holder an administrator. */
export const isAdministration = (pages: readonly string[]): boolean =>
  pages.some((page) => ADMINISTRATION.includes(page))

/** A draft with what a privilege holds. */
export const draftOfPrivilege = ({ privilegeName, description, routes }: Privilege): PrivilegeDraft => ({
  privilegeName,
  description,
  pages: routes.map(pageOfRoute),
})

const LONGEST_NAME = 100

/** A draft for a privilege like another, under a name that none has. */
export function duplicateDraft(privilege: Privilege, all: readonly Privilege[]): PrivilegeDraft {
  const takenNames = new Set(all.map(({ privilegeName }) => privilegeName.toLowerCase()))
  const stem = privilege.privilegeName.slice(0, LONGEST_NAME - 4)
  let number = 2
  while (takenNames.has(`${stem} ${number}`.toLowerCase())) number += 1
  return { ...draftOfPrivilege(privilege), privilegeName: `${stem} ${number}` }
}
