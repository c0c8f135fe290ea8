/** What a checkout needs to be built. */
export const buildRecipe: readonly string[] = [
  ...['src', 'LICENSE', 'package.json', 'package-lock.json', 'tsconfig.json', 'start.mjs'],
  ...['build.mjs', 'bundle.mjs', 'quickLiterals.mjs', 'runScript.mjs'],
  ...['shippedPackages.mjs', 'sourcePlaces.mjs'],
]
