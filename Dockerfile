# The bot's image: the action's container. Trials never run in it, but in rooms of their own.
# Classic syntax, no BuildKit. A release builds it once; action.yml then names it by digest.
FROM debian:bookworm-slim AS build

RUN apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates python3 python3-venv \
 && apt-get clean && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY requirements/lock.txt requirements/build.txt requirements/
RUN python3 -m venv /opt/skilleval \
 && /opt/skilleval/bin/python -m pip install --no-cache-dir --no-compile --disable-pip-version-check \
      --require-hashes -r requirements/lock.txt -r requirements/build.txt
COPY . .
RUN /opt/skilleval/bin/python -m pip install --no-cache-dir --no-compile --disable-pip-version-check \
      --no-deps --no-build-isolation . \
 && /opt/skilleval/bin/python -m pip uninstall --yes --quiet hatchling editables pip \
 && find /opt/skilleval -depth -type d \( -name tests -o -name __pycache__ \) -path '*/site-packages/*' \
      -not -path '*/site-packages/skilleval/*' -exec rm -rf {} +

FROM debian:bookworm-slim

# No manuals and translations; and of Perl only Debian's base: git asks for the rest to send mail and
# talk to Subversion. (semgrep's one program is half of the image; stripping it breaks it.)
RUN printf 'path-exclude /usr/share/%s/*\n' doc info locale man > /etc/dpkg/dpkg.cfg.d/slim \
 && echo 'path-include /usr/share/doc/*/copyright' >> /etc/dpkg/dpkg.cfg.d/slim \
 && apt-get update \
 && apt-get install -y --no-install-recommends ca-certificates git python3 \
 && apt-get clean \
 && rm -rf /var/lib/apt/lists/* /usr/share/perl/* /usr/lib/*-linux-gnu/perl/*
COPY --from=build /opt/skilleval /opt/skilleval
COPY docker/skilleval-post /usr/local/bin/skilleval-post
ENV PYTHONDONTWRITEBYTECODE=1 PYTHONUTF8=1 SEMGREP_ENABLE_VERSION_CHECK=0 SEMGREP_SEND_METRICS=off
# root and no USER, as docs.github.com asks of actions: the workspace belongs to the runner's user
ENTRYPOINT ["/opt/skilleval/bin/skilleval", "action"]
