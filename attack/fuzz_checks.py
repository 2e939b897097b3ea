"""Answers that `npm run test:fuzz` reports as defects of the product."""

import schemathesis


@schemathesis.check
def no_server_error(ctx, response, case):
    """Refuses answers of 500 and above. Excepted is a duplicate name, which a few calls must answer with 500 and a code."""
    if response.status_code < 500:
        return
    if response.status_code == 500 and code_of(response) == "already_exists":
        return
    raise AssertionError(f"answered {response.status_code}")


def code_of(response):
    """Returns the code of an error answer, or None when the body is no JSON object."""
    try:
        body = response.json()
    except ValueError:
        return None
    return body.get("code") if isinstance(body, dict) else None
