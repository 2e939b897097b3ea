import { cruise } from 'dependency-cruiser'
import config from '../../.dependency-cruiser.mjs'

/** Names of all import rules. */
export const ruleNames = config.forbidden.map((rule) => rule.name)

/**
 * Checks the imports of a tree by the import rules.
 * @param {string} baseDir the tree's root, absolute
 * @param {string[]} folders folders to check, relative to it
 * @returns {Promise<{ modules: string[], violations: { rule: string, from: string, to: string }[] }>} the sources
 * that were read, and the violations
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

/** Returns the explanation of a rule for the person who broke it. */
export const commentOf = (name) => config.forbidden.find((rule) => rule.name === name)?.comment ?? name
