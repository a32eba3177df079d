/** Loads the login page, so that a test does not wait for it on the way there. */
import '../src/features/login/login-page.tsx'
