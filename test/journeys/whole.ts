export { valueAt } from '../../src/conformance/wholeAnswer.ts'
