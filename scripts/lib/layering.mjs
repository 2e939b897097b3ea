import { cruise } from 'dependency-cruiser'
import config from '../../.dependency-cruiser.mjs'

/** Names of every rule of the house. */
export const ruleNames = config.forbidden.map((rule) => rule.name)

/**
 * Judges the imports of a tree by the house's rules.
 * @param {string} baseDir the tree's root, absolute
 * @param {string[]} folders folders to judge, relative to it
 * @returns {Promise<{ modules: string[], violations: { rule: string, from: string, to: string }[] }>} the sources
 *   that were read, and what breaks a rule
 */
export async function judgeImports(baseDir, folders) {
  const { options, ...ruleSet } = config
  const { enhancedResolveOptions, ...rest } = options
  const result = await cruise(
    folders,
    { ...rest, baseDir, ruleSet, validate: true },
    { ...enhancedResolveOptions, bustTheCache: true },
  )
  const { modules, summary } = result.output
  return {
    modules: modules.map((module) => module.source),
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}

/** What a rule says, for the person who broke it. */
export const commentOf = (name) => config.forbidden.find((rule) => rule.name === name)?.comment ?? name
