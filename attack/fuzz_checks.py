"""What `npm run test:fuzz` takes for a defect of the product."""

import schemathesis


@schemathesis.check
def no_server_error(ctx, response, case):
    """No answer of 500 and above, but for a name that exists: a few calls have to say so with 500 and a code."""
    if response.status_code < 500:
        return
    if response.status_code == 500 and code_of(response) == "already_exists":
        return
    raise AssertionError(f"answered {response.status_code}")


def code_of(response):
    """The code of an error answer, or None where the body is none."""
    try:
        body = response.json()
    except ValueError:
        return None
    return body.get("code") if isinstance(body, dict) else None
