import { parseArgs, type ParseArgsOptionsConfig } from 'node:util'
import { commandTexts } from '#texts/commands.ts'
import { UsageError } from './command.ts'

type Parsed<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true; strict: true }>
>

/**
 * Parses the arguments of a command.
 * @param stray what an argument without an option is called in the fault; null where they are allowed
 * @throws UsageError
 */
export function parseOptions<const Options extends ParseArgsOptionsConfig>(
  args: readonly string[],
  options: Options,
  stray: string | null,
): Parsed<Options> {
  try {
    const parsed = parseArgs({ args: [...args], options, allowPositionals: true, strict: true })
    if (stray === null || parsed.positionals.length === 0) return parsed
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
  }
  throw new UsageError(faultOf(args, options, stray))
}

/**
 * Returns the fault of the first invalid argument, with an option's name only, since a password may follow
 * it.
 */
function faultOf(args: readonly string[], options: ParseArgsOptionsConfig, stray: string | null): string {
  const { tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true })
  for (const token of tokens) {
    if (token.kind === 'positional' && stray !== null) return commandTexts.badOption(stray)
    if (token.kind !== 'option') continue
    const known = Object.entries(options).find(([name]) => name === token.name)?.[1]
    const isValued =
      token.value !== undefined && !(token.inlineValue === false && token.value.startsWith('-'))
    if (!known) return commandTexts.badOption(token.rawName)
    if (isValued && known.type === 'boolean') return commandTexts.noValue(token.rawName)
    if (!isValued && known.type === 'string') return commandTexts.valueMissing(token.rawName)
  }
  return commandTexts.badOption('')
}
